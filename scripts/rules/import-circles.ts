import { importLocation, type Source } from './source.ts'

const importedPaths = ({ path, imports }: Source): string[] =>
  imports.flatMap(({ target }) => {
    const to = importLocation(path, target)
    return to ? [`${to.pkg}/src/${to.rest}`] : []
  })

/** Circles among these files, as `a → b → a`. Type-only and dynamic imports count like any other. */
export function importCircles(sources: readonly Source[]): string[] {
  const imports = new Map(sources.map((source) => [source.path, importedPaths(source)]))
  const visited = new Set<string>()
  const circles: string[] = []

  function visit(path: string, importers: readonly string[]): void {
    if (importers.includes(path)) circles.push([...importers.slice(importers.indexOf(path)), path].join(' → '))
    if (visited.has(path)) return
    visited.add(path)
    for (const target of imports.get(path) ?? []) visit(target, [...importers, path])
  }

  for (const path of imports.keys()) visit(path, [])
  return circles
}
