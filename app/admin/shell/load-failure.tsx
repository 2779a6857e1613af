/** In the place of what an admin page could not load: why; nothing where it was loaded. */
export const LoadFailure = ({ failure }: { failure: string | undefined }) =>
  failure === undefined ? null : <p className="error-summary mt-6">{`Error: ${failure}`}</p>
