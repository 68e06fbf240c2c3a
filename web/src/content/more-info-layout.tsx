import type { ReactNode } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { SideLayout, SideMenu } from '#core/shell/side-menu.tsx'
import { info, question, user } from '#core/ui/icons.ts'
import { legalTexts } from './legal-texts.ts'

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
