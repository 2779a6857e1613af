/**
 * The result of a `clientLoader`. Coming from another screen it is the promise itself, so that the new screen opens at
 * once in its loading state. Within the same screen it is the resolved value, so that the old content stays until then.
 */
export function deferredData<Value>(
  request: Request,
  loading: Promise<Value>,
): { loading: Value | Promise<Value> } | Promise<{ loading: Value | Promise<Value> }> {
  const isWithin = new URL(request.url).pathname === window.location.pathname
  return isWithin ? loading.then((loaded) => ({ loading: loaded })) : { loading }
}
