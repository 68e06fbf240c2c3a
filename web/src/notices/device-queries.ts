import { forgetDevice, getPushKey, registerDevice } from '@saathi/contract/notices/calls'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { reportError } from '#core/errors/report-error.ts'
import { readDevice, readSubscription, subscribe, unsubscribe } from './device.ts'

/** State of this browser, not of the server. */
export const deviceQuery = queryOptions({ queryKey: ['notices', 'device'], queryFn: readDevice, networkMode: 'always' })

const fetchKey = async (): Promise<string> => (await send(getPushKey, {})).publicKey
const register = (registrationId: string) => send(registerDevice, { body: { registrationId, type: 'web' } })

async function turnOn(): Promise<void> {
  const registrationId = await subscribe(fetchKey)
  if (registrationId !== null) await register(registrationId)
}

/** Works offline: the server learns it now, or when it next sends a push. */
async function turnOff(): Promise<void> {
  await unsubscribe()
  await send(forgetDevice, {}).catch(() => null)
}

export function useSwitchDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['notices', 'turnDevice'],
    networkMode: 'always',
    mutationFn: async (isOn: boolean) => {
      await (isOn ? turnOn() : turnOff())
      return isOn
    },
    onError: async (error, isOn) => {
      console.error(`Notices on this device could not be switched ${isOn ? 'on' : 'off'}.`, error)
      reportError('push', error)
      // Roll back: the server does not know about the subscription.
      if (isOn) await unsubscribe()
    },
    onSettled: () => client.invalidateQueries({ queryKey: deviceQuery.queryKey }),
  })
}

/** At each start: the server may have forgotten this browser, or changed its keys. */
export async function registerAgain(): Promise<void> {
  try {
    const registrationId = await readSubscription(fetchKey)
    if (registrationId !== null) await register(registrationId)
  } catch (error) {
    console.error('This device could not be registered for notices again.', error)
    reportError('push', error)
  }
}
