/** The commit whose installations the present one takes over: an old one, from before agents upgraded themselves. */
export const formerCommit = 'bfee1844c8a972f07ba5e1926ff21704c5a1b420';
