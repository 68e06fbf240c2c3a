export function mustFind<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`${key} passed the folder check but is missing`)
  return value
}
