-- Whatever people write may be long, and an entry of an index may not: only the beginning of a name is looked up.
drop index debtors_relation_manager;
create index debtors_relation_manager on debtors (administration_id, left(lower(relation_manager), 200))
  where relation_manager is not null;
