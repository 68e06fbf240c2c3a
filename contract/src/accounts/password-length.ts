/** Long enough for any passphrase, short enough that hashing cannot be used for denial of service. */
export const PASSWORD_MAX_LENGTH = 1024
