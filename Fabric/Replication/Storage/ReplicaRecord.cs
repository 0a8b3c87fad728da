using System;
using System.IO;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Platform;

namespace SfPerf.Fabric.Replication.Storage;

/// <summary>Describes what a replica remembers besides its log; replaced as a whole, durably.</summary>
/// <param name="PartitionId">The partition.</param>
/// <param name="ReplicaId">The replica: another id is another replica, whose data here is void.</param>
/// <param name="StreamId">Its stream in the shared log.</param>
/// <param name="AcceptedEpoch">The newest epoch accepted: older primaries are refused.</param>
/// <param name="CheckpointId">The number in the checkpoint's file name; the next one is one higher.</param>
/// <param name="Checkpoint">The history up to the checkpoint; its last LSN is 0 when there is none.</param>
/// <param name="IsComplete">Whether the replica ever held everything that was committed when it joined.</param>
/// <param name="LogId">The log that the stream is in; empty in a record of before there were marks.</param>
internal sealed record ReplicaRecord(
    Guid PartitionId, long ReplicaId, long StreamId, LogEpoch AcceptedEpoch, long CheckpointId,
    ProgressVector Checkpoint, bool IsComplete, Guid LogId)
{
    private const uint Magic = 0x324D5052;          // "RPM2"
    private const uint MagicWithoutLog = 0x314D5052; // "RPM1"

    internal string CheckpointName => $"checkpoint-{CheckpointId}.data";

    /// <summary>Whether the stream is in this log; of an old record that is assumed once.</summary>
    internal bool IsOf(Guid logId) => LogId == Guid.Empty || LogId == logId;

    internal byte[] ToBytes()
    {
        using var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream);
        writer.Write(Magic);
        writer.Write(0u);
        writer.Write(PartitionId.ToByteArray());
        writer.Write(LogId.ToByteArray());
        writer.Write(ReplicaId);
        writer.Write(StreamId);
        writer.Write(AcceptedEpoch.DataLossNumber);
        writer.Write(AcceptedEpoch.ConfigurationNumber);
        writer.Write(IsComplete);
        writer.Write(CheckpointId);
        writer.Write(Checkpoint.LastLsn);
        writer.Write(Checkpoint.Epochs.Count);
        foreach (var (epoch, firstLsn) in Checkpoint.Epochs)
        {
            writer.Write(epoch.DataLossNumber);
            writer.Write(epoch.ConfigurationNumber);
            writer.Write(firstLsn);
        }
        writer.Flush();
        var bytes = stream.ToArray();
        BitConverter.TryWriteBytes(bytes.AsSpan(4), Crc32C.Compute(bytes.AsSpan(8)));
        return bytes;
    }

    /// <exception cref="InvalidDataException">The bytes are not what was written.</exception>
    internal static ReplicaRecord FromBytes(byte[] bytes, string name)
    {
        using var reader = new BinaryReader(new MemoryStream(bytes));
        var magic = bytes.Length < 8 ? 0 : reader.ReadUInt32();
        if (magic is not (Magic or MagicWithoutLog) || reader.ReadUInt32() != Crc32C.Compute(bytes.AsSpan(8)))
            throw new InvalidDataException($"'{name}' is corrupt.");
        var partition = new Guid(reader.ReadBytes(16));
        var log = magic == Magic ? new Guid(reader.ReadBytes(16)) : Guid.Empty;
        var (replica, stream) = (reader.ReadInt64(), reader.ReadInt64());
        var accepted = new LogEpoch(reader.ReadInt64(), reader.ReadInt64());
        var complete = reader.ReadBoolean();
        var checkpointId = reader.ReadInt64();
        var lastLsn = reader.ReadInt64();
        var epochs = new LogEpochStart[reader.ReadInt32()];
        for (var i = 0; i < epochs.Length; i++)
            epochs[i] = new LogEpochStart(new LogEpoch(reader.ReadInt64(), reader.ReadInt64()), reader.ReadInt64());
        return new ReplicaRecord(
            partition, replica, stream, accepted, checkpointId, new ProgressVector(epochs, lastLsn), complete, log);
    }
}
