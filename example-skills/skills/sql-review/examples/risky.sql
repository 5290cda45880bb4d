-- Each statement of this migration is a reason to stop. Run check_migration.py over it to see why.
BEGIN;

ALTER TABLE orders ADD COLUMN currency text NOT NULL;
ALTER TABLE orders ALTER COLUMN total TYPE numeric(12, 2);
ALTER TABLE orders ADD CONSTRAINT orders_customer_fk FOREIGN KEY (customer_id) REFERENCES customers (id);

CREATE INDEX orders_currency ON orders (currency);

UPDATE orders SET currency = 'EUR';

ALTER TABLE customers RENAME COLUMN mail TO email;
ALTER TABLE customers DROP COLUMN fax;

COMMIT;
