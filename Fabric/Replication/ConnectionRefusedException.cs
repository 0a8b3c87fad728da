using System.IO;

namespace SfPerf.Fabric.Replication;

/// <summary>A primary's connection is refused; the message is sent to it as the reason.</summary>
internal sealed class ConnectionRefusedException(string message) : IOException(message);
