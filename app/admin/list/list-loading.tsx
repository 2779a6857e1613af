import { useNavigation } from 'react-router'

import { Loading } from '#app/ui/spinner.tsx'

/** Says that the list at this path is loading. Its space is reserved, so that no row moves. */
export function ListLoading({ path, text }: { path: string; text: string }) {
  const { state, location } = useNavigation()
  return (
    <div className="loading-line">{state === 'loading' && location.pathname === path && <Loading text={text} />}</div>
  )
}
