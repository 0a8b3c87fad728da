using System.Collections.Generic;

namespace System.ServiceModel.Channels;

/// <summary>What goes along with a message within the process, by name.</summary>
public sealed class MessageProperties : Dictionary<string, object>
{
}
