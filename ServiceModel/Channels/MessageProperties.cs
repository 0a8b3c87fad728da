using System.Collections.Generic;

namespace System.ServiceModel.Channels;

/// <summary>Named objects that accompany a message within the process. They are never sent. Unlike in WCF, the
/// transports add none.</summary>
public sealed class MessageProperties : Dictionary<string, object>
{
}
