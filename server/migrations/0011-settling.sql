-- A customer who pays early may take a discount, so the account for it no longer waits to be activated.
update account set active = true where code = '4090';
