//! [`Client`]: the client of a request, for places in a queue.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// The address of the client. For an IPv6 address the first 64 bits count: most networks give one customer all addresses
/// with this prefix. Behind a proxy all clients have its address and count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client(IpAddr);

/// The bits of an IPv6 address that count.
const NETWORK: u32 = 64;

impl Client {
    /// The client at that address.
    pub(crate) fn at(peer: SocketAddr) -> Self {
        // A socket for both protocols shows IPv4 addresses as IPv6 ones.
        Self(match peer.ip().to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() >> NETWORK << NETWORK;
                Ipv6Addr::from_bits(network).into()
            }
            address => address,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str) -> Client {
        Client::at(peer.parse().unwrap())
    }

    #[test]
    fn ports_and_the_second_half_of_an_address_do_not_count() {
        assert_eq!(client("10.0.0.1:80"), client("10.0.0.1:81"));
        assert_ne!(client("10.0.0.1:80"), client("10.0.0.2:80"));
        assert_eq!(
            client("[2001:db8:0:1::1]:80"),
            client("[2001:db8:0:1:ffff::2]:81")
        );
        assert_ne!(
            client("[2001:db8:0:1::1]:80"),
            client("[2001:db8:0:2::1]:80")
        );
        assert_eq!(client("[::ffff:10.0.0.1]:80"), client("10.0.0.1:80"));
        assert_ne!(
            client("[::ffff:10.0.0.1]:80"),
            client("[::ffff:10.0.0.2]:80")
        );
    }
}
