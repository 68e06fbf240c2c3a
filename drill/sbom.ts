import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

const PackageEntry = z.object({
  name: z.optional(z.string()),
  version: z.optional(z.string()),
  license: z.optional(z.string()),
  integrity: z.optional(z.string()),
  link: z.optional(z.boolean()),
  dev: z.optional(z.boolean()),
  optional: z.optional(z.boolean()),
  hasInstallScript: z.optional(z.boolean()),
})
export const LockFile = z.object({
  name: z.string(),
  version: z.string(),
  lockfileVersion: z.literal(3),
  packages: z.record(z.string(), PackageEntry),
})
export type LockFile = z.infer<typeof LockFile>
export type LockedPackage = z.infer<typeof PackageEntry> & { name: string; version: string }

/** Third-party packages only; our workspaces and the links to them are excluded. */
export function packagesOf({ packages }: LockFile): LockedPackage[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    const name = locked.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const isThirdParty = path.includes('node_modules/') && !locked.link
    return isThirdParty ? [{ ...locked, name, version: locked.version ?? '' }] : []
  })
}

/** CycloneDX 1.6, for audit tools. The same lock file gives the same text. */
export function toSbom(lock: LockFile, lockText: string) {
  const digest = createHash('sha256').update(lockText).digest('hex')
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': lock.name, name: lock.name, version: lock.version } },
    // A package installed in several folders is one component.
    components: [
      ...new Map(
        packagesOf(lock)
          .map(toComponent)
          .map((component) => [component.purl, component]),
      ).values(),
    ],
  }
}

function toComponent({ name, version, license, integrity, dev, optional }: LockedPackage) {
  // In a purl only the @ of a scope is encoded.
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [algorithm = '', hash = ''] = integrity?.split('-') ?? []
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    scope: dev || optional ? 'optional' : 'required',
    ...(license && { licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }] }),
    ...(algorithm === 'sha512' && { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
  }
}
