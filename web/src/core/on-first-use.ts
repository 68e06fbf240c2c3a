/**
 * An object that is built when it is first used. The build wraps schemas with it (build-lazy-schemas.ts): a page uses few of those
 * that its scripts define, and building all of them would delay its first paint.
 */
export function onFirstUse<T extends object>(build: () => T): T {
  let built: T | undefined
  const whole = (): T => (built ??= build())
  // Everything is passed on to the built object, so the type of the empty one does not matter.
  const empty: object = {}
  return new Proxy(empty as T, {
    get: (_, key): unknown => Reflect.get(whole(), key),
    set: (_, key, value) => Reflect.set(whole(), key, value),
    has: (_, key) => Reflect.has(whole(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(whole()),
  })
}
