import { Plus, Trash2 } from 'lucide-react'
import { memo, useCallback, useState, type SubmitEvent } from 'react'

import type { Route } from './+types/search-settings'

import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { focusAfterRender } from '#app/admin/shell/focus-after-render.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { failureOf, textIn, type FormResult } from '#app/api/form-result.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { answerOrToast, toastFailure, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import type { ProductListAnswer } from '#contract/catalogue/catalogue.ts'
import { COLOUR_FAMILIES, type ColourFamily } from '#contract/catalogue/colour-swatches.ts'
import type { SearchSettings, SearchSettingsChange, Synonym } from '#contract/catalogue/search/search-settings.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const SHOWN_PRODUCTS = 5

const load = (api: AdminApi) => loadOrFailure(api.getSearchSettings(), 'Failed to load the search settings')

export const loader = ({ context }: Route.LoaderArgs) => load(serverApi(context))
export const clientLoader = () => load(browserApi)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Search settings', isIndexed: false })

interface FormProps {
  settings: SearchSettings
  onSaved(settings: SearchSettings): void
}

/** Saves one of the two lists and says so. `failure` is why the last saving was refused. */
function useSaving(onSaved: FormProps['onSaved']) {
  const { isBusy, run } = useTask()
  const [failure, setFailure] = useState<FormResult['failure']>()
  async function save(change: SearchSettingsChange, sentence: string, show: FormProps['onSaved']) {
    setFailure(undefined)
    try {
      const saved = await browserApi.changeSearchSettings(change)
      show(saved)
      onSaved(saved)
      toastSuccess(sentence)
    } catch (error) {
      toastFailure(error, WORDINGS.fallback)
      setFailure(failureOf(error, {}, WORDINGS.fallback).failure)
    }
  }
  return { isBusy, failure, save: (...saving: Parameters<typeof save>) => void run(() => save(...saving)) }
}

interface Row extends Synonym {
  key: number
}

const rowsOf = (synonyms: readonly Synonym[]): Row[] => synonyms.map((synonym, key) => ({ ...synonym, key }))

const isBlank = (text: string) => text.trim() === ''

/** A field is needed once the other one of its line is filled. An empty line is left out. */
const rulesBeside = (other: string) =>
  isBlank(other) ? {} : { required: true, pattern: String.raw`.*\S.*`, title: 'Spaces alone are no words.' }

interface WordsLineProps {
  row: Row
  /** From 1. */
  line: number
  onChange(key: number, words: Partial<Synonym>): void
  onRemove(key: number): void
}

/** Rendered again only when it changes itself, so that hundreds of lines do not slow the typing. */
const WordsLine = memo(({ row: { key, phrase, means }, line, onChange, onRemove }: WordsLineProps) => (
  <div className="grid grid-cols-[1fr_1fr_auto] items-center gap-2">
    <TextField
      label={`Shoppers say, line ${line}`}
      isLabelHidden
      placeholder="Shoppers say"
      maxLength={60}
      autoComplete="off"
      id={`line-${key}`}
      value={phrase}
      onChange={(event) => onChange(key, { phrase: event.target.value })}
      {...rulesBeside(means)}
    />
    <TextField
      label={`The shop says, line ${line}`}
      isLabelHidden
      placeholder="The shop says"
      maxLength={60}
      autoComplete="off"
      value={means}
      onChange={(event) => onChange(key, { means: event.target.value })}
      {...rulesBeside(phrase)}
    />
    <IconButton label={`Remove ${phrase || 'the empty line'}`} icon={Trash2} size={18} onClick={() => onRemove(key)} />
  </div>
))

function SearchWords({ settings, onSaved }: FormProps) {
  // What the rows began with: somebody else may have changed the list meanwhile.
  const [seen, setSeen] = useState(settings.synonyms)
  const [rows, setRows] = useState(() => rowsOf(seen))
  const { isBusy, failure, save } = useSaving(onSaved)
  const change = useCallback<WordsLineProps['onChange']>((key, words) => {
    setRows((known) => known.map((row) => (row.key === key ? { ...row, ...words } : row)))
  }, [])
  const remove = useCallback((key: number) => {
    setRows((known) => known.filter((row) => row.key !== key))
    focusAfterRender('#add-words')
  }, [])
  function add() {
    const key = 1 + Math.max(-1, ...rows.map((row) => row.key))
    setRows([...rows, { phrase: '', means: '', key }])
    focusAfterRender(`#line-${key}`)
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const filled = rows.filter(({ phrase, means }) => !isBlank(phrase + means))
    const synonyms = filled.map(({ phrase, means }) => ({ phrase, means }))
    save({ synonyms, was: { synonyms: seen } }, 'Search words saved.', (saved) => {
      setSeen(saved.synonyms)
      setRows(rowsOf(saved.synonyms))
    })
  }

  return (
    <section className="card p-6" aria-labelledby="search-words">
      <h2 id="search-words" className="heading heading-3">
        Search words
      </h2>
      <p className="mt-2 text-muted">
        Who searches for the first also finds what the second finds. Words that stand in a product need no line here.
      </p>
      <form className="mt-5" onSubmit={submit}>
        <fieldset disabled={isBusy} className="grid gap-3">
          <ErrorSummary failure={failure} />
          {rows.map((row, index) => (
            <WordsLine key={row.key} row={row} line={index + 1} onChange={change} onRemove={remove} />
          ))}
          <div className="mt-2 flex flex-wrap gap-3">
            <Button id="add-words" variant="outline" onClick={add}>
              <Plus size={18} aria-hidden="true" /> Add words
            </Button>
            <Button type="submit" isPending={isBusy}>
              Save search words
            </Button>
          </div>
        </fieldset>
      </form>
    </section>
  )
}

const Swatch = ({ family }: { family: ColourFamily }) => (
  <span
    className="swatch"
    title={family}
    style={{ backgroundColor: COLOUR_FAMILIES.find(({ name }) => name === family)?.hex }}
  />
)

function ColourFamilies({ settings, onSaved }: FormProps) {
  const [seen, setSeen] = useState(settings.colourFamilies)
  const [chosen, setChosen] = useState(seen)
  const { isBusy, failure, save } = useSaving(onSaved)
  function choose(colour: string, family: string) {
    const { [colour]: _, ...others } = chosen
    setChosen(family === '' ? others : { ...others, [colour]: family as ColourFamily })
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    save({ colourFamilies: chosen, was: { colourFamilies: seen } }, 'Colour families saved.', (saved) => {
      setSeen(saved.colourFamilies)
      setChosen(saved.colourFamilies)
    })
  }

  return (
    <section className="card p-6" aria-labelledby="colour-families">
      <h2 id="colour-families" className="heading heading-3">
        Colour families
      </h2>
      <p className="mt-2 text-muted">
        Every colour on sale with the families of the Colour filter that find it. Its name decides, unless you choose.
      </p>
      <form className="mt-5" onSubmit={submit}>
        <fieldset disabled={isBusy} className="grid gap-3">
          <ErrorSummary failure={failure} />
          {settings.colours.map(({ name, families }) => {
            const own = chosen[name]
            // What the name alone says is known only where nothing else was saved.
            const byName = settings.colourFamilies[name] ? [] : families
            return (
              <div key={name} className="grid grid-cols-[auto_1fr] items-end gap-3">
                <span className="flex w-12 gap-1 pb-3">
                  {(own ? [own] : byName).map((family) => (
                    <Swatch key={family} family={family} />
                  ))}
                </span>
                <SelectField label={name} value={own ?? ''} onChange={(event) => choose(name, event.target.value)}>
                  <option value="">{`By its name${byName.length > 0 ? `: ${byName.join(', ')}` : ''}`}</option>
                  {COLOUR_FAMILIES.map((family) => (
                    <option key={family.name} value={family.name}>
                      {family.name}
                    </option>
                  ))}
                </SelectField>
              </div>
            )
          })}
          <div className="mt-2">
            <Button type="submit" isPending={isBusy}>
              Save colour families
            </Button>
          </div>
        </fieldset>
      </form>
    </section>
  )
}

/** What a shopper would find now, with all that is saved. */
function resultOf({ totalProducts, search, products }: ProductListAnswer): string {
  const reading = search ? `, read as “${search.showing}”` : ''
  if (totalProducts === 0) return `Nothing found.${reading}`
  return `${totalProducts} found${reading}: ${products.map(({ name }) => name).join(', ')}`
}

function Trial() {
  const [answer, setAnswer] = useState<ProductListAnswer>()
  const { isBusy, run } = useTask()
  async function look(search: string) {
    setAnswer(
      await answerOrToast(browserApi.listProducts({ search, page: 1, limit: SHOWN_PRODUCTS }), WORDINGS.fallback),
    )
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const search = textIn(new FormData(event.currentTarget), 'search')
    void run(() => look(search))
  }

  return (
    <form role="search" aria-label="Search of shoppers" className="mt-6 max-w-2xl" onSubmit={submit}>
      <div className="flex items-end gap-3">
        <TextField label="Try a search" name="search" type="search" required maxLength={100} className="grow" />
        <Button type="submit" variant="outline" isPending={isBusy}>
          Search
        </Button>
      </div>
      <p role="status" className="mt-2 min-h-6 text-sm text-muted">
        {answer && resultOf(answer)}
      </p>
    </form>
  )
}

function Lists({ first }: { first: SearchSettings }) {
  const [settings, setSettings] = useState(first)
  return (
    <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
      <SearchWords settings={settings} onSaved={setSettings} />
      <ColourFamilies settings={settings} onSaved={setSettings} />
    </div>
  )
}

export default function AdminSearchSettings({ loaderData: { answer, failure } }: Route.ComponentProps) {
  return (
    <AdminPage title="Search Settings">
      <Trial />
      {answer ? <Lists first={answer} /> : <LoadFailure failure={failure} />}
    </AdminPage>
  )
}
