"""Runs OpenStack Swift with its S3 API in one process on free ports of the loopback interface, with its data in a folder.

Usage: serve-swift.py FOLDER BUCKET ACCOUNT:USER SECRET [PORT]. Prints the port of the S3 API when it answers. Ends when its standard input ends;
with a port of the caller's it stays until it is killed.
"""
import os
import sys

import eventlet
import eventlet.wsgi

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)
import logging  # noqa: E402

from swift.common import utils  # noqa: E402

folder, bucket, access_key, secret = sys.argv[1:5]
port = int(sys.argv[5]) if len(sys.argv) > 5 else 0
account, user = access_key.split(':')
devices = os.path.join(folder, 'devices')
os.makedirs(os.path.join(devices, 'd1'), exist_ok=True)


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


utils.SWIFT_CONF_FILE = write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = tests\n')
utils.HASH_PATH_SUFFIX = b'tests'
utils.HASH_PATH_PREFIX = b''

from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.swob import Request  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402

logging.disable(logging.CRITICAL)

listeners = {name: eventlet.listen(('127.0.0.1', port if name == 'proxy' else 0)) for name in ('account', 'container', 'object', 'proxy')}
for name in ('account', 'container', 'object'):
    ring = RingBuilder(2, 1, 0)
    ring.add_dev({'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'device': 'd1',
                  'port': listeners[name].getsockname()[1]})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, name + '.ring.gz'))

common = f'[DEFAULT]\nswift_dir = {folder}\ndevices = {devices}\nmount_check = false\nfallocate_reserve = 0\nlog_level = ERROR\n'
confs = {
    name: write(name + '.conf', f'{common}[pipeline:main]\npipeline = server\n[app:server]\nuse = egg:swift#{name}\n')
    for name in ('account', 'container', 'object')
}
confs['inner'] = write('inner.conf', common + '''
[pipeline:main]
pipeline = proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
''')
confs['proxy'] = write('proxy.conf', common + f'''
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
# some services list less at once than they are asked for
max_bucket_listing = 20
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
''')


class Quiet:
    def write(self, *_):
        pass


class NoCache:
    """Stands in for memcached, which the login asks for; it is as if everything had expired."""

    def get(self, *_, **__):
        return None

    def set(self, *_, **__):
        pass

    incr = decr = delete = set


def with_cache(app):
    def call(env, start_response):
        env['swift.cache'] = NoCache()
        return app(env, start_response)
    return call


for name in listeners:
    app = loadapp(confs[name], global_conf={'log_name': name})
    eventlet.spawn(eventlet.wsgi.server, listeners[name], with_cache(app), log=Quiet(), socket_timeout=60)
eventlet.sleep(0)
# Without the middleware of the public side, this application asks no one for a key.
made = Request.blank(f'/v1/AUTH_{account}/{bucket}', method='PUT').get_response(loadapp(confs['inner']))
if not made.is_success:
    sys.exit(f'the bucket was not made: {made.status} {made.body.decode()}')
print(listeners['proxy'].getsockname()[1], flush=True)
while port:
    eventlet.sleep(3600)
while eventlet.greenio.GreenPipe(0, 'r').read(1):
    pass
