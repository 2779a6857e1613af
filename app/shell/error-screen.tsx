/** What stands when something failed that nobody foresaw. Plain links and a reload, because the app itself may be broken. */
export function ErrorScreen() {
  return (
    <main id="main" className="container grid min-h-svh place-content-center gap-6 py-16 text-center">
      <title>ERROR</title>
      <h1 className="display">ERROR</h1>
      <p className="text-muted">Something went wrong in the digital realm.</p>
      <p className="flex flex-wrap justify-center gap-3">
        <button type="button" className="btn btn-primary" onClick={() => window.location.reload()}>
          Try Again
        </button>
        <a className="btn btn-outline" href="/">
          Go Home
        </a>
      </p>
    </main>
  )
}
