-- Payment plans by what their terms come to. The copy of the terms that a plan carries is added up, so that nothing has
-- to be kept in step with it.
create function payment_plan_total(payment_terms jsonb) returns numeric
  language sql immutable parallel safe as $$
    select coalesce(sum((term ->> 'total_amount')::numeric), 0) from jsonb_array_elements(payment_terms) as term $$;
create function payment_plan_open(payment_terms jsonb) returns numeric
  language sql immutable parallel safe as $$
    select coalesce(sum((term ->> 'amount_due')::numeric), 0) from jsonb_array_elements(payment_terms) as term $$;

create index payment_plans_total on payment_plans (administration_id, (payment_plan_total(payment_terms)), id);
create index payment_plans_open on payment_plans (administration_id, (payment_plan_open(payment_terms)), id);
