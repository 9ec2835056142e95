-- A task blocks what it is about while it is open, and longer where whoever completes it lets the block stay.
alter table tasks add column block_stays boolean not null default false;
