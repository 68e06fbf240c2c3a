import type { ReactNode } from 'react'
import { useTheme } from '../theme/theme.ts'
import { KitControls } from './kit-controls.tsx'
import { KitCodes } from './kit-codes.tsx'
import { KitOverlays } from './kit-overlays.tsx'
import css from './kit-page.module.css'
import { KitPicture } from './kit-picture.tsx'
import { KitProgress } from './kit-progress.tsx'
import { KitStates } from './kit-states.tsx'
import { Segments } from './segments.tsx'
import { SkipLink } from './skip-link.tsx'
import { Toaster } from './toast.tsx'

const schemes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

type KitPageProps = {
  /** Examples from the domains, which the kit may not import. */
  children?: ReactNode
}

/** Shows every kit component in every state. Development only, so its texts are not in the dictionary. */
export function KitPage({ children }: KitPageProps) {
  const { scheme, setScheme } = useTheme()
  return (
    <>
      <SkipLink>Skip to content</SkipLink>
      <main className={css.page} id="main">
        <div className={css.top}>
          <h1>Kit</h1>
          <Segments label="Scheme" segments={schemes} value={scheme} onChange={setScheme} />
        </div>
        <KitStates />
        <KitControls />
        <KitCodes />
        <KitPicture />
        <KitProgress />
        <KitOverlays />
        {children}
      </main>
      <Toaster label="Notices" />
    </>
  )
}
