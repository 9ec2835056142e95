-- Credit cases as somebody watches over them: those that lie still the longest stand first, all of them or those in one
-- stage. A stage is told by the last of the moments that mark them; the expressions are those of console/case_stage.ts.
create index credit_cases_open on credit_cases
  (administration_id,
   (coalesce(forwarded_to_bailiff_at, pre_judicial_at, notice_of_default_at, summons_4_at, summons_3_at, summons_2_at,
             summons_1_at, pre_summons_at, started_at)), id)
  where deactivated_at is null;
create index credit_cases_in_stage on credit_cases
  (administration_id,
   (case when forwarded_to_bailiff_at is not null then 'bailiff' when pre_judicial_at is not null then 'pre_judicial'
         when notice_of_default_at is not null then 'notice_of_default' when summons_4_at is not null then 'summons_4'
         when summons_3_at is not null then 'summons_3' when summons_2_at is not null then 'summons_2'
         when summons_1_at is not null then 'summons_1' when pre_summons_at is not null then 'pre_summons'
         else 'new' end),
   (coalesce(forwarded_to_bailiff_at, pre_judicial_at, notice_of_default_at, summons_4_at, summons_3_at, summons_2_at,
             summons_1_at, pre_summons_at, started_at)), id)
  where deactivated_at is null;
-- Those that are over, newest first.
create index credit_cases_ended on credit_cases (administration_id, deactivated_at, id)
  where deactivated_at is not null;
