-- The key of an address leaves out all that nobody sees, and takes letters of other scripts for those that they look like. The classes of a
-- pattern depend on the database's locale, so what is left out is named by its code points, too.
create or replace function address_key(address jsonb) returns text
  language sql immutable parallel safe
  return md5(regexp_replace(
    translate(
      plain_text(coalesce(address ->> 'street', '') || (address ->> 'pincode')),
      'авеікмнорстухѕјһӏԁԛԝαβεζηικμνορτυχ',
      'abeikmhopctyxsjhldqwabezhikmvoptyx'
    ),
    '[[:space:][:punct:]\u0080-\u00BF\u0300-\u036F\u0483-\u0489\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2000-\u2BFF\u3000-\u303F\u3164\uE000-\uF8FF\uFE00-\uFE0F\uFFA0\uFFF0-\uFFFF\U0001F000-\U0001FAFF\U000E0000-\U0010FFFF]',
    '', 'g'
  ));
reindex index orders_cash_address;
