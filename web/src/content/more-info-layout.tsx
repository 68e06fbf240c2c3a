import type { LEGAL_IDS } from '@saathi/contract/content/community-calls'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { SideLayout, SideMenu } from '#core/shell/side-menu.tsx'
import { info, question, user, file, pair, shield } from '#core/ui/icons.ts'

type MoreInfoLayoutProps = {
  /** The title of the current page, for the menu and the window. */
  title: string
  children: ReactNode
}

/** The layout of the pages under /moreinfo, with their menu. */
export function MoreInfoLayout({ title, children }: MoreInfoLayoutProps) {
  const t = useText()
  const { hasScores } = useProfile().status.workReadiness
  const links = [
    { to: '/moreinfo', icon: info, text: t('moreInfo.overview') },
    ...(hasScores ? [{ to: '/moreinfo/wrs', icon: user, text: t('shell.myProfile') }] : []),
    { to: '/moreinfo/faq', icon: question, text: t('shell.faqs') },
    ...legalTexts.map(({ name, to, icon }) => ({ to, icon, text: t(`legal.${name}`) })),
  ]
  return (
    <SideLayout menu={<SideMenu label={t('moreInfo.title')} links={links} here={title} hereIcon={info} />}>
      <title>{`${title} · ${t('app.name')}`}</title>
      {children}
    </SideLayout>
  )
}

/**
 * Scrolls to the element in the address hash once the text has loaded. Does not scroll to an element that the reader has just
 * opened, whose id is in `own`.
 */
export function useHashTarget(isReady: boolean, own?: RefObject<string | null>): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (!isReady || !hash || hash === own?.current) return
    const target = document.getElementById(hash)
    target?.scrollIntoView()
    target?.focus({ preventScroll: true })
  }, [isReady, hash, own])
}

export type LegalName = keyof typeof LEGAL_IDS

/** The three texts in display order. */
export const legalTexts = [
  { name: 'privacyPolicy', to: '/moreinfo/privacyPolicy', publicTo: '/privacypolicy', icon: shield },
  { name: 'termsOfService', to: '/moreinfo/termsOfService', publicTo: '/termsofservice', icon: file },
  { name: 'codeOfConduct', to: '/moreinfo/codeofconduct', publicTo: '/codeofconduct', icon: pair },
] as const satisfies readonly { name: LegalName; to: string; publicTo: string; icon: unknown }[]
