#nullable disable

using System;

namespace Microsoft.ServiceFabric.Data;

public interface IReliableState
{
    Uri Name { get; }
}
