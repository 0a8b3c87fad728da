using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.ServiceFabric.Actors;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Actors.Runtime.Activation;

/// <summary>
/// An actor's id as the key of a table, and on the wire: without an object of its own, and, other than
/// <see cref="ActorId"/>, with regard to case.
/// </summary>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct ActorKey(ActorIdKind Kind, long Number, Guid Guid, string? Text)
{
    internal static ActorKey Of(ActorId id) => id.Kind switch
    {
        ActorIdKind.Long => new(ActorIdKind.Long, id.GetLongId(), default, null),
        ActorIdKind.Guid => new(ActorIdKind.Guid, 0, id.GetGuidId(), null),
        _ => new(ActorIdKind.String, 0, default, id.GetStringId()),
    };

    internal ActorId ToActorId() => Kind switch
    {
        ActorIdKind.Long => new(Number),
        ActorIdKind.Guid => new(Guid),
        _ => new(Text),
    };

    public override int GetHashCode() => Kind switch
    {
        ActorIdKind.Long => Number.GetHashCode(),
        ActorIdKind.Guid => Guid.GetHashCode(),
        _ => Text!.GetHashCode(StringComparison.Ordinal),
    };

    internal void Write(MessageBuffer message)
    {
        message.WriteUnmanaged((byte)Kind);
        switch (Kind)
        {
            case ActorIdKind.Long:
                message.WriteUnmanaged(Number);
                break;
            case ActorIdKind.Guid:
                message.WriteUnmanaged(Guid);
                break;
            default:
                var bytes = Encoding.UTF8.GetByteCount(Text!);
                message.WriteInt32(bytes);
                Encoding.UTF8.GetBytes(Text, message.GetSpan(bytes));
                message.Advance(bytes);
                break;
        }
    }

    internal static ActorKey Read(ref MessageReader reader)
    {
        var kind = (ActorIdKind)reader.Take(1)[0];
        return kind switch
        {
            ActorIdKind.Long => new(kind, reader.ReadUnmanaged<long>(), default, null),
            ActorIdKind.Guid => new(kind, 0, reader.ReadUnmanaged<Guid>(), null),
            ActorIdKind.String when reader.TryReadBytes(out var bytes) =>
                new(kind, 0, default, Encoding.UTF8.GetString(bytes)),
            _ => throw new InvalidDataException($"An actor id of the unknown kind {(byte)kind}."),
        };
    }
}
