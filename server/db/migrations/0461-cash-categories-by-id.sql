-- The categories that are paid in advance are kept by their ids, with a blank between two, and no longer by their names: a category may get
-- another name, and names may have commas. What was no category's name is left out.
with named as (
  select name, revision, value, ',' || regexp_replace(lower(trim(value #>> '{}')), '\s*,\s*', ',', 'g') || ',' as names
  from settings where name = 'cashExcludedCategories' and jsonb_typeof(value) = 'string' and value #>> '{}' <> ''
),
chosen as (
  select named.name, named.value as before, to_jsonb(coalesce((
    select string_agg(categories.id, ' ' order by categories.id) from categories
    where position(',' || regexp_replace(lower(trim(categories.name)), '\s*,\s*', ',', 'g') || ',' in named.names) > 0
  ), '')) as value
  from named
),
changed as (
  update settings set value = chosen.value, revision = settings.revision + 1, changed_at = now(), changed_by = null
  from chosen where settings.name = chosen.name
  returning settings.name, chosen.before, settings.value
)
insert into audit_log (action, subject_type, subject_id, before, after)
select 'change setting', 'setting', name, jsonb_build_object('value', before), jsonb_build_object('value', value) from changed;
