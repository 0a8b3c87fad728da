using System.Runtime.Serialization;
using SfPerf.Platform;

namespace SfPerf.Scenarios.Ipc.Wire;

/// <summary>Describes what a server says of a request: enough to tell whether it got the very bytes.</summary>
/// <param name="Size">The bytes of the content.</param>
/// <param name="Checksum">CRC-32C of the content.</param>
internal readonly record struct Reply(long Size, uint Checksum)
{
    public static Reply To(System.ReadOnlySpan<byte> content) => new(content.Length, Crc32C.Compute(content));

    public override string ToString() => $"{Size} bytes with checksum {Checksum:x8}";
}

/// <summary>A request as the published contract has it.</summary>
[DataContract]
public sealed class InputData
{
    /// <summary>Gets or sets the content of the request.</summary>
    [DataMember]
    public byte[] Content { get; set; } = [];
}

/// <summary>A reply as the published contract has it, and the checksum, which that one lacks.</summary>
[DataContract]
public sealed class ReplyData
{
    /// <summary>Gets or sets the bytes of the content.</summary>
    [DataMember]
    public long Size { get; set; }

    /// <summary>Gets or sets the CRC-32C of the content.</summary>
    [DataMember]
    public uint Checksum { get; set; }

    internal static ReplyData To(InputData data)
    {
        var reply = Reply.To(data.Content);
        return new ReplyData { Size = reply.Size, Checksum = reply.Checksum };
    }

    internal Reply ToReply() => new(Size, Checksum);
}
