/** Long enough for any passphrase, short enough that hashing one cannot be used as a weapon. */
export const PASSWORD_MAX_LENGTH = 1024
