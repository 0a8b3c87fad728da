using System;
using System.IO;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace SfPerf.Fabric.Control;

/// <summary>
/// The frames of control messages: a byte that says which message, then the message as JSON. The kind is no part of the
/// JSON: a polymorphic type would have the serializer prepare all messages for the first one, at each start of a
/// process.
/// </summary>
internal static class ControlFrame
{
    // The number of a message is its place. Processes of one cluster are of one version.
    private static readonly Type[] Kinds =
    [
        typeof(ControlMessage.NodeHello),
        typeof(ControlMessage.NodeWelcome),
        typeof(ControlMessage.Heartbeat),
        typeof(ControlMessage.ActivateHost),
        typeof(ControlMessage.DeactivateHosts),
        typeof(ControlMessage.HostsDeactivated),
        typeof(ControlMessage.StopNode),
        typeof(ControlMessage.NodeDisk),
        typeof(ControlMessage.HostStarted),
        typeof(ControlMessage.HostReady),
        typeof(ControlMessage.HostExited),
        typeof(ControlMessage.OtherProcess),
        typeof(ControlMessage.CompanionEnded),
        typeof(ControlMessage.HostHello),
        typeof(ControlMessage.HostWelcome),
        typeof(ControlMessage.TypeRegistered),
        typeof(ControlMessage.ExitHost),
        typeof(ControlMessage.Order),
        typeof(ControlMessage.Answer),
        typeof(ControlMessage.ReplicaFault),
        typeof(ControlMessage.ReplicaTrouble),
        typeof(ControlMessage.HealthReported),
        typeof(ControlMessage.LoadReported),
    ];

    internal static (byte Kind, byte[] Json) Write(ControlMessage message)
    {
        var type = message.GetType();
        return ((byte)Array.IndexOf(Kinds, type),
            JsonSerializer.SerializeToUtf8Bytes(message, ControlJson.Default.GetTypeInfo(type)!));
    }

    /// <exception cref="InvalidDataException">The frame is none of a control message.</exception>
    /// <exception cref="JsonException">The message is broken.</exception>
    internal static ControlMessage Read(ReadOnlySpan<byte> frame)
    {
        if (frame.IsEmpty || frame[0] >= Kinds.Length)
        {
            throw new InvalidDataException(
                frame.IsEmpty ? "The control frame is empty." : $"There is no control message of kind {frame[0]}.");
        }
        var type = ControlJson.Default.GetTypeInfo(Kinds[frame[0]])!;
        return JsonSerializer.Deserialize(frame[1..], type) as ControlMessage
            ?? throw new InvalidDataException($"The control message of kind {frame[0]} is null.");
    }
}

/// <summary>Serializes control messages without reflection: every process of the cluster must start quickly.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull, UseStringEnumConverter = true)]
[JsonSerializable(typeof(ControlMessage.NodeHello))]
[JsonSerializable(typeof(ControlMessage.NodeWelcome))]
[JsonSerializable(typeof(ControlMessage.Heartbeat))]
[JsonSerializable(typeof(ControlMessage.ActivateHost))]
[JsonSerializable(typeof(ControlMessage.DeactivateHosts))]
[JsonSerializable(typeof(ControlMessage.HostsDeactivated))]
[JsonSerializable(typeof(ControlMessage.StopNode))]
[JsonSerializable(typeof(ControlMessage.NodeDisk))]
[JsonSerializable(typeof(ControlMessage.HostStarted))]
[JsonSerializable(typeof(ControlMessage.HostReady))]
[JsonSerializable(typeof(ControlMessage.HostExited))]
[JsonSerializable(typeof(ControlMessage.OtherProcess))]
[JsonSerializable(typeof(ControlMessage.CompanionEnded))]
[JsonSerializable(typeof(ControlMessage.HostHello))]
[JsonSerializable(typeof(ControlMessage.HostWelcome))]
[JsonSerializable(typeof(ControlMessage.TypeRegistered))]
[JsonSerializable(typeof(ControlMessage.ExitHost))]
[JsonSerializable(typeof(ControlMessage.Order))]
[JsonSerializable(typeof(ControlMessage.Answer))]
[JsonSerializable(typeof(ControlMessage.ReplicaFault))]
[JsonSerializable(typeof(ControlMessage.ReplicaTrouble))]
[JsonSerializable(typeof(ControlMessage.HealthReported))]
[JsonSerializable(typeof(ControlMessage.LoadReported))]
internal sealed partial class ControlJson : JsonSerializerContext;
