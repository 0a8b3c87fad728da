using System.Collections.Generic;

namespace System.ServiceModel.Channels;

/// <summary>What goes along with a message within the process, by name. It is never sent. Unlike in WCF, the transports
/// put nothing into it.</summary>
public sealed class MessageProperties : Dictionary<string, object>
{
}
