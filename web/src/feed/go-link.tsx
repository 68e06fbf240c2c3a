import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { webAddress } from '#core/ui/rich-text-inline.ts'

type GoLinkProps = Pick<ComponentProps<'a'>, 'className' | 'onClick' | 'onAuxClick'> & {
  address: string
  /** Where its own words do not say enough by themselves. */
  label?: string
  children: ReactNode
}

/** A page of ours opens here, any other in a tab of its own. An address of another kind is no link. */
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

/** `//elsewhere.example` begins like one of our pages and is none. */
const pageOf = (address: string): URL | null => (/^\/(?![/\\])/.test(address) ? new URL(address, location.origin) : null)
