-- The days until which the pieces of a line may come back, as the shop said when they were bought; 0: only for a fault. Null in what a release
-- before this one sells: then the category's count, else the shop's. Lines from before it get what counts today. As a default, dropped at once, it
-- rewrites no row.
do $$
declare
  days integer := coalesce((select value::integer from settings where name = 'returnDays' and value between '0' and '90'), 7);
begin
  execute format('alter table checkout_lines add column return_days integer default %s check (return_days between 0 and 90)', days);
  execute format('alter table order_lines add column return_days integer default %s check (return_days between 0 and 90)', days);
end;
$$;
alter table checkout_lines alter column return_days drop default;
alter table order_lines alter column return_days drop default;
