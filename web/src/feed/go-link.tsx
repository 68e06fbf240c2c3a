import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { webAddress } from '#core/ui/rich-text/inline.ts'

type GoLinkProps = Pick<ComponentProps<'a'>, 'className' | 'onClick' | 'onAuxClick'> & {
  address: string
  /** The accessible name, if the visible text is not clear enough by itself. */
  label?: string
  children: ReactNode
}

/** A page of Saathi opens in place, any other web page in a new tab. Other addresses are not links. */
export function GoLink({ address, label, children, ...props }: GoLinkProps) {
  const t = useText()
  const page = pageOf(address)
  if (page) {
    const { pathname, searchParams, hash } = page
    return (
      <Link {...props} aria-label={label} to={pathname} search={Object.fromEntries(searchParams)} hash={hash.slice(1)}>
        {children}
      </Link>
    )
  }
  const href = webAddress(address)
  if (href === undefined) return null
  const hint = ` (${t('feed.newTab')})`
  return (
    <a {...props} aria-label={label && `${label}${hint}`} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="sr">{hint}</span>
    </a>
  )
}

/** `//elsewhere.example` starts like one of our pages but is not. */
const pageOf = (address: string): URL | null => (/^\/(?![/\\])/.test(address) ? new URL(address, location.origin) : null)
