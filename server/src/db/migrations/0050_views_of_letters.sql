-- Letters are looked through by the same people every week: views of them are kept as those of other lists.
alter table saved_views drop constraint saved_views_list;
alter table saved_views add constraint saved_views_list
  check (list in ('debtors', 'invoices', 'credit_cases', 'payment_plans', 'tasks', 'letters'));
