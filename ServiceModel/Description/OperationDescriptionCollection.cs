using System.Collections.ObjectModel;
using System.Linq;

namespace System.ServiceModel.Description;

/// <summary>The operations of a contract; a callback may have the name of an operation of the service.</summary>
public class OperationDescriptionCollection : Collection<OperationDescription>
{
    internal OperationDescriptionCollection()
    {
    }

    /// <summary>Finds the first operation of a name; null when there is none.</summary>
    public OperationDescription? Find(string name) => this.FirstOrDefault(o => o.Name == name);

    public Collection<OperationDescription> FindAll(string name) => [.. this.Where(o => o.Name == name)];
}
