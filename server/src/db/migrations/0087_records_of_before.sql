-- Records of before say what new ones do: a debtor shows the country that was sent for it, and the ids in events are
-- numbers.

-- Whoever follows changes sees these debtors again, so they get the stamp of a change of their administration.
with stamped as materialized (
  select administration_id, next_stamp(administration_id) as stamp
  from (select distinct administration_id from debtors
        where postal_address_country_code = '' and country_code is not null) found
)
update debtors d set postal_address_country_code = d.country_code, updated_at = stamped.stamp
from stamped
where d.administration_id = stamped.administration_id
  and d.postal_address_country_code = '' and d.country_code is not null;

update events set context = context
  || case when context ? 'payment_terms' then jsonb_build_object('payment_terms', (
       select coalesce(jsonb_agg(term || jsonb_build_object('id', (term ->> 'id')::bigint) order by place), '[]')
       from jsonb_array_elements(context -> 'payment_terms') with ordinality as terms (term, place))) else '{}' end
  || case when context #> '{rejected_by_user,id}' is not null then jsonb_build_object('rejected_by_user',
       context -> 'rejected_by_user' || jsonb_build_object('id', (context #>> '{rejected_by_user,id}')::bigint))
     else '{}' end
where resource_type = 'payment_plan';

update events set context = context
  || jsonb_build_object('credit_case_id', (context ->> 'credit_case_id')::bigint,
       'invoice_id', (context ->> 'invoice_id')::bigint)
  || case when context #> '{assigned_to_user,id}' is not null then jsonb_build_object('assigned_to_user',
       context -> 'assigned_to_user' || jsonb_build_object('id', (context #>> '{assigned_to_user,id}')::bigint))
     else '{}' end
where resource_type = 'task';

update events set context = context
  || case when context ? 'psp_mandate'
     then jsonb_build_object('psp_mandate', (context -> 'psp_mandate') - 'administration_id') else '{}' end
  || case when context ? 'revoked_psp_mandates' then jsonb_build_object('revoked_psp_mandates', (
       select coalesce(jsonb_agg(mandate - 'administration_id' order by place), '[]')
       from jsonb_array_elements(context -> 'revoked_psp_mandates') with ordinality as mandates (mandate, place)))
     else '{}' end
where event_name in ('psp_mandate_created', 'psp_mandate_revoked');
