-- Who is contacted first, and what came of it.

-- A call with a debtor. What it led to stands where it belongs (promises, disputes, tasks), and a note tells of it.
create table calls (
  administration_id bigint not null references administrations (id),
  id bigserial,
  debtor_id bigint not null,
  outcome text not null constraint calls_outcome
    check (outcome in ('promise', 'dispute', 'no_answer', 'wrong_number', 'other')),
  phone_number text,
  note_id bigint not null,
  promise_id bigint,
  -- The task that it led to, and those that it completed. Tasks can be deleted, and a call stays.
  task_id bigint,
  completed_task_ids bigint[] not null default '{}',
  user_id bigint not null references users (id),
  day date not null,
  taken_back_at timestamptz,
  created_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id),
  foreign key (administration_id, note_id) references notes (administration_id, id) on delete cascade,
  foreign key (administration_id, promise_id) references promises (administration_id, id)
);

create index calls_debtor_id on calls (administration_id, debtor_id, id);
create index calls_note_id on calls (administration_id, note_id);
create index calls_promise_id on calls (administration_id, promise_id) where promise_id is not null;

-- Debtors who do not stand on the list of today: somebody is done with them, or put them off. One mark each, the last.
create table today_marks (
  administration_id bigint not null references administrations (id),
  debtor_id bigint not null,
  mark text not null constraint today_marks_mark check (mark in ('done', 'put_off')),
  day date not null,
  -- The first day on which the debtor counts again.
  until date not null,
  user_id bigint not null references users (id),
  created_at timestamptz not null,
  primary key (administration_id, debtor_id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id) on delete cascade,
  constraint today_marks_until check (until > day)
);

create index today_marks_until on today_marks (administration_id, until);

-- Ranking adds up what is overdue of all debtors, out of this index alone; it takes the place of one without the day.
drop index invoices_open_of_debtor;
create index invoices_open_of_debtor on invoices (administration_id, debtor_id) include (book_open_amount, due_date)
  where book_open_amount <> 0;

-- Whom somebody decided to leave alone, whose account manager somebody is, and which promises were broken lately.
create index debtors_left_alone on debtors (administration_id, id)
  where paused_at is not null or reminding_paused_at is not null or ignored_at is not null;
create index debtors_relation_manager on debtors (administration_id, lower(relation_manager))
  where relation_manager is not null;
create index promises_broken on promises (administration_id, ended_at) where status = 'broken';
