#nullable disable

using System;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

public class CommunicationClientEventArgs<TCommunicationClient> : EventArgs
    where TCommunicationClient : ICommunicationClient
{
    public TCommunicationClient Client { get; set; }
}
