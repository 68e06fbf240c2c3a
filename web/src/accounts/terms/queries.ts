import { agreeToTerms } from '@saathi/contract/accounts/calls'
import { plain } from '@saathi/contract/accounts/landing'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { send } from '#core/api.ts'
import { profileQuery } from '#core/profile.ts'

const HUB = '/learninghub'

/**
 * Agreeing goes to the learning hub and from there to the requested page, so that one step back is the hub. The dialog
 * stays busy until that page is shown.
 */
export function useAgreeToTerms() {
  const router = useRouter()
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['accounts', 'agreeToTerms'],
    mutationFn: async () => {
      await send(agreeToTerms, { body: { hasAgreedTerms: true } })
      const requested = router.state.location
      await router.navigate({ href: HUB, replace: true })
      if (plain(requested.pathname) !== HUB) await router.navigate({ href: requested.href, state: requested.state })
      client.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, hasAgreedTerms: true })
    },
  })
}
