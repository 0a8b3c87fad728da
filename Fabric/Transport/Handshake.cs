using System;
using System.Buffers.Binary;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;

namespace SfPerf.Fabric.Transport;

/// <summary>
/// The first bytes of each direction: magic, protocol, version, length of what follows, frame limit. The connecting
/// side speaks first; what follows its hello is its nonce, where membership is proved, and its token. What follows the
/// listener's hello is its nonce and proof, or, with the highest bit of the length set, why it refuses. A listener
/// answers nothing to a peer that speaks something else.
/// </summary>
/// <remarks>
/// Membership is proved both ways by HMAC-SHA256 over both nonces, not by sending the secret: a process that took over
/// the port of a dead host learns nothing from whoever dials it, and is sent no data.
/// </remarks>
internal static class Handshake
{
    internal const int Bytes = 16;
    private const uint Magic = 0x31504653; // "SFP1"
    private const int NonceBytes = 32;
    private const int FollowingBytesMax = 512;
    private const ushort RefusalFlag = 0x8000;
    private const byte ListenerRole = 1;
    private const byte ConnectorRole = 2;

    /// <summary>
    /// Runs the handshake on a blocking socket, within the deadline however slowly the bytes drip in. A listening side
    /// may ask its peer for the token.
    /// </summary>
    internal static void Run(Socket socket, ConnectionOptions options, bool connecting, bool needsToken)
    {
        var reader = new HandshakeReader(socket, options);
        if (connecting)
            Connect(socket, options, reader);
        else
            Accept(socket, options, reader, needsToken);
        socket.ReceiveTimeout = 0;
    }

    /// <summary>Tells a peer, if it takes the bytes at once, why it may not connect.</summary>
    internal static void Refuse(Socket socket, ConnectionOptions options, string why)
    {
        Span<byte> message = stackalloc byte[Bytes + FollowingBytesMax];
        Encoding.UTF8.TryGetBytes(why, message[Bytes..], out var bytes);
        message = message[..(Bytes + bytes)];
        Write(message, options, (ushort)(bytes | RefusalFlag));
        try
        {
            // A few hundred bytes always fit into the empty buffer of a new connection.
            socket.Send(message, SocketFlags.None, out _);
            socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // It has gone already.
        }
    }

    private static void Connect(Socket socket, ConnectionOptions options, HandshakeReader reader)
    {
        Span<byte> hello = stackalloc byte[Bytes + FollowingBytesMax];
        var nonce = hello.Slice(Bytes, options.ClusterSecret is null ? 0 : NonceBytes);
        RandomNumberGenerator.Fill(nonce);
        var token = Encoding.UTF8.GetBytes(options.Token ?? "", hello[(Bytes + nonce.Length)..]);
        Write(hello, options, (ushort)(nonce.Length + token));
        // A listener that refuses at once may have closed already; what it said is still there to be read.
        socket.Send(hello[..(Bytes + nonce.Length + token)], SocketFlags.None, out _);
        Span<byte> answer = stackalloc byte[FollowingBytesMax];
        answer = ReadHello(reader, options, answer, tells: false, out var refused);
        if (refused)
            throw reader.Refused("the other side says: " + Encoding.UTF8.GetString(answer));
        if (options.ClusterSecret is not { } secret)
            return;
        Span<byte> proof = stackalloc byte[HMACSHA256.HashSizeInBytes];
        if (answer.Length == NonceBytes + proof.Length)
            Prove(proof, secret.Span, ListenerRole, options, nonce, answer[..NonceBytes]);
        if (answer.Length != NonceBytes + proof.Length
            || !CryptographicOperations.FixedTimeEquals(proof, answer[NonceBytes..]))
        {
            throw reader.Refused("the other side is no member of this cluster");
        }

        Prove(proof, secret.Span, ConnectorRole, options, nonce, answer[..NonceBytes]);
        socket.Send(proof);
    }

    private static void Accept(Socket socket, ConnectionOptions options, HandshakeReader reader, bool needsToken)
    {
        Span<byte> following = stackalloc byte[FollowingBytesMax];
        following = ReadHello(reader, options, following, tells: true, out _);
        var nonceBytes = options.ClusterSecret is null ? 0 : NonceBytes;
        if (following.Length < nonceBytes)
            throw reader.Refuse("only members of the cluster may connect here");
        if (needsToken && !options.Admission.Accepts(following[nonceBytes..]))
            throw reader.Refuse(ConnectionOptions.NotAdmitted);
        Span<byte> hello = stackalloc byte[Bytes + NonceBytes + HMACSHA256.HashSizeInBytes];
        if (options.ClusterSecret is not { } secret)
        {
            Write(hello, options, 0);
            socket.Send(hello[..Bytes]);
            return;
        }
        var theirs = following[..NonceBytes];
        var ours = hello.Slice(Bytes, NonceBytes);
        RandomNumberGenerator.Fill(ours);
        Prove(hello[(Bytes + NonceBytes)..], secret.Span, ListenerRole, options, theirs, ours);
        Write(hello, options, NonceBytes + HMACSHA256.HashSizeInBytes);
        socket.Send(hello);
        Span<byte> expected = stackalloc byte[HMACSHA256.HashSizeInBytes];
        Span<byte> proof = stackalloc byte[HMACSHA256.HashSizeInBytes];
        Prove(expected, secret.Span, ConnectorRole, options, theirs, ours);
        reader.Read(proof);
        if (!CryptographicOperations.FixedTimeEquals(expected, proof))
            throw reader.Refused("the peer did not prove to be a member of this cluster");
    }

    // The role keeps a proof from being sent back to the one who made it.
    private static void Prove(Span<byte> target, ReadOnlySpan<byte> secret, byte role, ConnectionOptions options,
        ReadOnlySpan<byte> connectorNonce, ReadOnlySpan<byte> listenerNonce)
    {
        Span<byte> text = stackalloc byte[1 + sizeof(uint) + 2 * NonceBytes];
        text[0] = role;
        BinaryPrimitives.WriteUInt32LittleEndian(text[1..], options.Protocol);
        connectorNonce.CopyTo(text[5..]);
        listenerNonce.CopyTo(text[(5 + NonceBytes)..]);
        HMACSHA256.HashData(secret, text, target);
    }

    private static void Write(Span<byte> target, ConnectionOptions options, ushort following)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(target, Magic);
        BinaryPrimitives.WriteUInt32LittleEndian(target[4..], options.Protocol);
        BinaryPrimitives.WriteUInt16LittleEndian(target[8..], options.Version);
        BinaryPrimitives.WriteUInt16LittleEndian(target[10..], following);
        BinaryPrimitives.WriteInt32LittleEndian(target[12..], options.FrameBytesMax);
    }

    private static Span<byte> ReadHello(
        HandshakeReader reader, ConnectionOptions options, Span<byte> following, bool tells, out bool refused)
    {
        Span<byte> theirs = stackalloc byte[Bytes];
        reader.Read(theirs);
        if (BinaryPrimitives.ReadUInt32LittleEndian(theirs) != Magic)
            throw reader.Refused("the first bytes are no handshake of ours");
        var protocol = BinaryPrimitives.ReadUInt32LittleEndian(theirs[4..]);
        if (protocol != options.Protocol)
            throw reader.Refused($"protocol {protocol:x8} where {options.Protocol:x8} is spoken");
        var version = BinaryPrimitives.ReadUInt16LittleEndian(theirs[8..]);
        if (version != options.Version)
        {
            var why = $"protocol version {version} where {options.Version} is spoken: the two programs are of "
                + "different versions of SfPerf, build both against the same one";
            throw tells ? reader.Refuse(why) : reader.Refused(why);
        }
        var length = BinaryPrimitives.ReadUInt16LittleEndian(theirs[10..]);
        refused = (length & RefusalFlag) != 0;
        length &= RefusalFlag - 1;
        if (length > FollowingBytesMax)
            throw reader.Refused($"{length} bytes follow where {FollowingBytesMax} are allowed");
        following = following[..length];
        reader.Read(following);
        return following;
    }
}
