import type { LEGAL_IDS } from '@saathi/contract/content/community-calls'
import { file, pair, shield } from '#core/ui/icons.ts'

export type LegalName = keyof typeof LEGAL_IDS

/** The three texts in display order. */
export const legalTexts = [
  { name: 'privacyPolicy', to: '/moreinfo/privacyPolicy', publicTo: '/privacypolicy', icon: shield },
  { name: 'termsOfService', to: '/moreinfo/termsOfService', publicTo: '/termsofservice', icon: file },
  { name: 'codeOfConduct', to: '/moreinfo/codeofconduct', publicTo: '/codeofconduct', icon: pair },
] as const satisfies readonly { name: LegalName; to: string; publicTo: string; icon: unknown }[]
