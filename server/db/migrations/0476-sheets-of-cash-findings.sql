-- The sheets that told of a finding: in another one, the same line without a bank's reference is another payment.
alter table cash_findings add column sheets text[] not null default '{}';
