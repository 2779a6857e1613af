-- The address of an account is also told when a second factor is turned on or off, when recovery codes are made anew, and when one lets in.
do $$
begin
  if to_regclass('account_notices') is not null then
    alter table account_notices drop constraint account_notices_kind_check;
    alter table account_notices add constraint account_notices_kind_check
      check (kind in ('password', 'passkey', 'factor on', 'factor off', 'recovery codes', 'recovery code used'));
  end if;
end
$$;
