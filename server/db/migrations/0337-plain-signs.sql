-- कमीज़ is found as कमीज and चाँद as चांद, as shoppers find them: the dot of a borrowed sound and the sign for a nasal count no more. Only rows
-- that have one of the signs are written anew, and the audit log, which never changes, keeps its entries as they are.
create or replace function plain_text(value text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, translate(
    normalize(value, NFKC),
    '०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'
      || U&'\2010\2011\2012\2013\2014\2015\2212\0901'
      || U&'\00AD\200B\200C\200D\200E\200F\202A\202B\202C\202D\202E\2060\FEFF\093C\09BC\0A3C\0ABC\0B3C',
    repeat('0123456789', 11) || repeat('-', 7) || U&'\0902'
  )));

create function pg_temp.has_sign(value text) returns boolean
  language sql immutable as $$ select normalize(value, NFKC) ~ U&'[\0901\093C\09BC\0A3C\0ABC\0B3C]' $$;

update orders set address = address where pg_temp.has_sign(address::text);
update order_lines set name = name where pg_temp.has_sign(name || size);
update users set firstname = firstname where pg_temp.has_sign(firstname || lastname);
update contacts set subject = subject where pg_temp.has_sign(first_name || last_name || subject || message);
update products set name = name
  where pg_temp.has_sign(name || coalesce(colour, '') || coalesce(fabric, '') || description);

drop function pg_temp.has_sign(text);
