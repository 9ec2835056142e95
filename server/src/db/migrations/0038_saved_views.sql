-- Lists as people work through them.

-- What somebody narrowed a list down to, its order and its columns, under a name: for themself, or for everybody who
-- works in the administration. What it is narrowed down to is what the address of the page says, so that a view is a
-- link as well.
create table saved_views (
  administration_id bigint not null references administrations (id),
  id bigserial,
  list text not null constraint saved_views_list
    check (list in ('debtors', 'invoices', 'credit_cases', 'payment_plans', 'tasks')),
  name text not null constraint saved_views_name check (char_length(name) between 1 and 60),
  shared boolean not null,
  user_id bigint not null references users (id),
  search text not null constraint saved_views_search check (char_length(search) <= 2000),
  -- The columns that it shows, in their order.
  columns text[] not null constraint saved_views_columns check (cardinality(columns) <= 40),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id)
);

create unique index saved_views_name_of_person on saved_views (administration_id, list, user_id, lower(name));
create index saved_views_user_id on saved_views (user_id);

-- Debtors by name, page by page; a name may be longer than an entry of an index.
create index debtors_name on debtors (administration_id, left(name, 200), id);
