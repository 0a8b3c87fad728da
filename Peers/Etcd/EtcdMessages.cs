using System;
using System.Collections.Generic;

namespace SfPerf.Peers.Etcd;

/// <summary>The messages of etcd's API v3 that are used here, by the field numbers of its rpc.proto and kv.proto.
/// </summary>
internal static class EtcdMessages
{
    internal static readonly ReadOnlyMemory<byte> Empty = new ProtobufWriter().ToGrpc();

    internal static ReadOnlyMemory<byte> Put(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value) =>
        new ProtobufWriter(value.Length).Bytes(1, key).Bytes(2, value).ToGrpc();

    /// <summary>A range of one key. That it is linearizable is the default, so it is not written.</summary>
    internal static ReadOnlyMemory<byte> Range(ReadOnlySpan<byte> key) => new ProtobufWriter().Bytes(1, key).ToGrpc();

    /// <summary>A range of keys up to another, as long as it is not the most. They come in order.</summary>
    internal static ReadOnlyMemory<byte> Range(ReadOnlySpan<byte> from, ReadOnlySpan<byte> end, int rowsMax) =>
        new ProtobufWriter().Bytes(1, from).Bytes(2, end).Number(3, (ulong)rowsMax).ToGrpc();

    internal static ReadOnlyMemory<byte> Authenticate(string name, string password) =>
        new ProtobufWriter().Text(1, name).Text(2, password).ToGrpc();

    /// <summary>The value in the reply to a range; null when there is none.</summary>
    internal static byte[]? Value(byte[] reply)
    {
        var range = ProtobufReader.OfGrpc(reply);
        while (range.Next())
        {
            if (range.Field == 2)
                return Field(range.Bytes, 5).ToArray();
        }

        return null;
    }

    /// <summary>The rows in the reply to a range of keys.</summary>
    internal static IReadOnlyList<KeyValuePair<long, byte[]>> Rows(byte[] reply)
    {
        var rows = new List<KeyValuePair<long, byte[]>>();
        var range = ProtobufReader.OfGrpc(reply);
        while (range.Next())
        {
            if (range.Field == 2)
                rows.Add(new(EtcdKey.Read(Field(range.Bytes, 1)), Field(range.Bytes, 5).ToArray()));
        }

        return rows;
    }

    internal static string AuthenticationToken(byte[] reply)
    {
        var fields = ProtobufReader.OfGrpc(reply);
        while (fields.Next())
        {
            if (fields.Field == 2)
                return fields.Text;
        }

        return "";
    }

    internal static EtcdStatus Status(byte[] reply)
    {
        ulong member = 0, leader = 0;
        var version = "";
        var fields = ProtobufReader.OfGrpc(reply);
        while (fields.Next())
        {
            switch (fields.Field)
            {
                case 1:
                    member = MemberOf(fields.Bytes);
                    break;
                case 2:
                    version = fields.Text;
                    break;
                case 4:
                    leader = fields.Number;
                    break;
            }
        }

        return new EtcdStatus(member, leader, version);
    }

    internal static IReadOnlyList<EtcdMember> Members(byte[] reply)
    {
        var members = new List<EtcdMember>();
        var fields = ProtobufReader.OfGrpc(reply);
        while (fields.Next())
        {
            if (fields.Field == 2)
                members.Add(Member(fields.Bytes));
        }

        return members;
    }

    // One of no bytes is not written at all.
    private static ReadOnlySpan<byte> Field(ReadOnlySpan<byte> keyValue, int field)
    {
        var fields = new ProtobufReader(keyValue);
        while (fields.Next())
        {
            if (fields.Field == field)
                return fields.Bytes;
        }

        return [];
    }

    private static ulong MemberOf(ReadOnlySpan<byte> header)
    {
        var fields = new ProtobufReader(header);
        while (fields.Next())
        {
            if (fields.Field == 2)
                return fields.Number;
        }

        return 0;
    }

    private static EtcdMember Member(ReadOnlySpan<byte> message)
    {
        var member = new EtcdMember(0, "", "", false);
        var fields = new ProtobufReader(message);
        while (fields.Next())
        {
            member = fields.Field switch
            {
                1 => member with { Id = fields.Number },
                2 => member with { Name = fields.Text },
                4 when member.ClientUrl.Length == 0 => member with { ClientUrl = fields.Text },
                5 => member with { Learner = fields.Number != 0 },
                _ => member,
            };
        }

        return member;
    }
}
