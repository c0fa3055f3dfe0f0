// The portal begins here.
export {}
