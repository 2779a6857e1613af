/**
 * What a `clientLoader` answers. On the way from another screen that is the promise itself, so that the screen opens at once
 * and says that it is loading; within the screen it is what the promise came to, so that what stands there stays until then.
 */
export function deferredData<Value>(
  request: Request,
  loading: Promise<Value>,
): { loading: Value | Promise<Value> } | Promise<{ loading: Value | Promise<Value> }> {
  const isWithin = new URL(request.url).pathname === window.location.pathname
  return isWithin ? loading.then((loaded) => ({ loading: loaded })) : { loading }
}
