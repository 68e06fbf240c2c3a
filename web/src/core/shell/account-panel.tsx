import { isStaffRole } from '@saathi/contract/accounts/roles'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, useState, useRef, useSyncExternalStore } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { createEvent } from '#core/store.ts'
import { signOut } from '#core/session.ts'
import { type Scheme, useTheme } from '#core/theme/theme.ts'
import { Button } from '#core/ui/button.tsx'
import { chart, download, question, settings, signOut as signOutIcon, user } from '#core/ui/icons.ts'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Menu, MenuChoice, MenuChoices, MenuItem, MenuLine, MenuLink } from '#core/ui/overlay/menu.tsx'
import { confirmDropChanges } from '#core/unsaved.ts'
import css from './account-panel.module.css'
import { checkUnsent } from './check-unsent.ts'

const schemes: readonly Scheme[] = ['light', 'dark', 'system']
const legalPages = [
  { to: '/moreinfo/privacyPolicy', text: 'shell.legal.privacy' },
  { to: '/moreinfo/termsOfService', text: 'shell.legal.terms' },
  { to: '/moreinfo/codeofconduct', text: 'shell.legal.conduct' },
] as const

type AccountPanelProps = {
  trigger: ReactElement
  startsOpen?: boolean
  /** Further entries, such as those of the console. */
  children?: ReactNode
}

/** In the member's menu it starts open: its code is loaded by the press that opens it. */
export function AccountPanel({ trigger, startsOpen = true, children }: AccountPanelProps) {
  const t = useText()
  const { displayName, role, status } = useProfile()
  const isInConsole = useLocation({ select: ({ pathname }) => pathname.split('/')[1] === 'staff' })
  const { scheme, setScheme } = useTheme()
  const [isOpen, setOpen] = useState(startsOpen)
  const [isConfirming, setConfirming] = useState(false)
  const installMethod = useInstallMethod()
  const [isInstallHelpOpen, setInstallHelpOpen] = useState(false)

  function handleScheme(value: string) {
    const chosen = schemes.find((known) => known === value)
    if (chosen) setScheme(chosen)
  }

  function handleInstall() {
    if (installMethod === 'byHand') setInstallHelpOpen(true)
    else void promptInstall()
  }

  async function handleSignOut() {
    if (!(await confirmDropChanges())) return
    if (await checkUnsent()) setConfirming(true)
    else await signOut()
  }

  function handleAnswer(leaves: boolean) {
    setConfirming(false)
    if (leaves) void signOut()
  }

  return (
    <>
      <Menu trigger={trigger} open={isOpen} onOpenChange={setOpen}>
        <MenuLink icon={user} render={<Link to="/profile" />}>
          <span>
            {displayName} <small className={css.sub}>{t('profile.title')}</small>
          </span>
        </MenuLink>
        {status.workReadiness.hasScores && (
          <MenuLink icon={chart} render={<Link to="/moreinfo/wrs" />}>
            {t('shell.myProfile')}
          </MenuLink>
        )}
        <MenuLink icon={question} render={<Link to="/moreinfo/faq" />}>
          {t('shell.faqs')}
        </MenuLink>
        {children}
        {isStaffRole(role) && !isInConsole && (
          <MenuLink icon={settings} render={<Link to="/staff" />}>
            {t('shell.console')}
          </MenuLink>
        )}
        {installMethod && (
          <MenuItem icon={download} onSelect={handleInstall}>
            {t('shell.install')}
          </MenuItem>
        )}
        <MenuLine />
        <MenuChoices label={t('shell.theme')} value={scheme} onChoose={handleScheme}>
          {schemes.map((each) => (
            <MenuChoice key={each} value={each}>
              {t(`shell.theme.${each}`)}
            </MenuChoice>
          ))}
        </MenuChoices>
        <MenuLine />
        <MenuItem icon={signOutIcon} onSelect={() => void handleSignOut()}>
          {t('shell.signOut')}
        </MenuItem>
        <MenuLine />
        <div className={css.legal} role="group" aria-label={t('shell.legal')}>
          {legalPages.map(({ to, text }) => (
            <MenuLink key={to} render={<Link to={to} />}>
              {t(text)}
            </MenuLink>
          ))}
        </div>
      </Menu>
      <InstallHelp open={isInstallHelpOpen} onClose={() => setInstallHelpOpen(false)} />
      <UnsentDialog open={isConfirming} onAnswer={handleAnswer} />
    </>
  )
}

/** For browsers without an install prompt. */
function InstallHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('shell.install')}
      text={t('shell.install.byHand')}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('shell.install.close')}
        </Button>
      }
    />
  )
}

type UnsentDialogProps = { open: boolean; onAnswer: (leaves: boolean) => void }

/** One dialog for all domains; the pages themselves show what is unsent. */
function UnsentDialog({ open, onAnswer }: UnsentDialogProps) {
  const t = useText()
  // Enter must not discard what was written.
  const stayButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      title={t('shell.unsent.title')}
      text={t('shell.unsent.text')}
      initialFocus={stayButton}
      actions={
        <>
          <Button kind="line" onClick={() => onAnswer(true)}>
            {t('shell.unsent.leave')}
          </Button>
          <Button ref={stayButton} kind="primary" onClick={() => onAnswer(false)}>
            {t('shell.unsent.stay')}
          </Button>
        </>
      }
    />
  )
}

type InstallPromptEvent = Event & { prompt: () => Promise<unknown> }

declare global {
  /** Set by the inline script in index.html, which runs before all others. */
  var saathiInstall: Event | undefined
}

/** `ask`: the browser can show its install prompt. `byHand`: the person must install it themselves. */
type InstallMethod = 'ask' | 'byHand' | null

const installEventChanged = createEvent()

function setInstallEvent(event: Event | undefined): void {
  globalThis.saathiInstall = event
  installEventChanged.emit()
}

window.addEventListener('beforeinstallprompt', (event) => {
  // Otherwise the browser would prompt immediately, over whatever the person is doing.
  event.preventDefault()
  setInstallEvent(event)
})
window.addEventListener('appinstalled', () => setInstallEvent(undefined))

const isInstallPrompt = (event: Event | undefined): event is InstallPromptEvent =>
  event !== undefined && 'prompt' in event && typeof event.prompt === 'function'

/** An iPad reports itself as a Mac, but no Mac has a touch screen. */
const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

function installMethodNow(): InstallMethod {
  if (matchMedia('(display-mode: standalone)').matches) return null
  if (isInstallPrompt(globalThis.saathiInstall)) return 'ask'
  return isApplePhone() ? 'byHand' : null
}

const useInstallMethod = (): InstallMethod => useSyncExternalStore(installEventChanged.on, installMethodNow)

/** The event can be used once. If the person declines, the browser decides when to offer again. */
async function promptInstall(): Promise<void> {
  const event = globalThis.saathiInstall
  setInstallEvent(undefined)
  if (isInstallPrompt(event)) await event.prompt().catch(() => null)
}
