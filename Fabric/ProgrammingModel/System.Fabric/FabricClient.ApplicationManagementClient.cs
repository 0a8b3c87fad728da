#nullable disable

using System.Fabric.Description;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ProgrammingModel.Gateway;
using SfPerf.Platform;

namespace System.Fabric;

public sealed partial class FabricClient
{
    public sealed class ApplicationManagementClient
    {
        private const string ImageStore = "fabric:ImageStore";
        private const double WaitSecondsMax = 3600; // of the gateway
        private static readonly TimeSpan TimeoutDefault = TimeSpan.FromMinutes(1);
        private static readonly TimeSpan CopyTimeout = TimeSpan.FromMinutes(30);
        private readonly GatewayClient _gateway;

        internal ApplicationManagementClient(GatewayClient gateway) => _gateway = gateway;

        public void CopyApplicationPackage(string imageStoreConnectionString, string applicationPackagePath,
            string applicationPackagePathInImageStore) => CopyApplicationPackage(
                imageStoreConnectionString, applicationPackagePath, applicationPackagePathInImageStore, CopyTimeout);

        /// <summary>Copies an application package into the cluster's image store; one of that name is replaced. Blocks
        /// until it is copied.</summary>
        /// <param name="imageStoreConnectionString"><c>fabric:ImageStore</c>: a local cluster has no other one.</param>
        /// <param name="applicationPackagePath">The folder of the package on this machine.</param>
        /// <param name="applicationPackagePathInImageStore">The name; null or empty: that of the folder.</param>
        /// <param name="timeout">The longest wait.</param>
        /// <exception cref="ArgumentException">There is no such folder or image store, or the name is wrong.
        /// </exception>
        public void CopyApplicationPackage(string imageStoreConnectionString, string applicationPackagePath,
            string applicationPackagePathInImageStore, TimeSpan timeout)
        {
            Check(imageStoreConnectionString);
            ArgumentException.ThrowIfNullOrEmpty(applicationPackagePath);
            var source = Path.TrimEndingDirectorySeparator(Path.GetFullPath(applicationPackagePath));
            var name = string.IsNullOrEmpty(applicationPackagePathInImageStore)
                ? Path.GetFileName(source) : applicationPackagePathInImageStore;
            Wait(() => _gateway.UploadAsync(source, name, timeout, CancellationToken.None));
        }

        /// <summary>Deletes a package from the image store; types that were provisioned from it stay. Blocks.</summary>
        /// <exception cref="FabricElementNotFoundException">There is no such package.</exception>
        public void RemoveApplicationPackage(
            string imageStoreConnectionString, string applicationPackagePathInImageStore)
        {
            Check(imageStoreConnectionString);
            Wait(() => _gateway.DeleteImageAsync(
                applicationPackagePathInImageStore, TimeoutDefault, CancellationToken.None));
        }

        public Task ProvisionApplicationAsync(string applicationPackagePathInImageStore) =>
            ProvisionApplicationAsync(applicationPackagePathInImageStore, TimeoutDefault, CancellationToken.None);

        /// <summary>Makes a package of the image store an application type.</summary>
        /// <exception cref="FabricException">The package cannot run here (ImageBuilderValidationError).</exception>
        /// <exception cref="FabricElementAlreadyExistsException">The type is there in this version.</exception>
        /// <exception cref="FabricElementNotFoundException">There is no such package.</exception>
        public Task ProvisionApplicationAsync(
            string applicationPackagePathInImageStore, TimeSpan timeout, CancellationToken cancellationToken) =>
            _gateway.ProvisionAsync(applicationPackagePathInImageStore, timeout, cancellationToken);

        public Task UnprovisionApplicationAsync(string applicationTypeName, string applicationTypeVersion) =>
            UnprovisionApplicationAsync(
                applicationTypeName, applicationTypeVersion, TimeoutDefault, CancellationToken.None);

        /// <summary>Deletes an application type that no application is of.</summary>
        /// <exception cref="FabricException">An application is of it (ApplicationTypeInUse).</exception>
        /// <exception cref="FabricElementNotFoundException">There is no such type.</exception>
        public Task UnprovisionApplicationAsync(string applicationTypeName, string applicationTypeVersion,
            TimeSpan timeout, CancellationToken cancellationToken) =>
            _gateway.UnprovisionAsync(applicationTypeName, applicationTypeVersion, timeout, cancellationToken);

        public Task CreateApplicationAsync(ApplicationDescription applicationDescription) =>
            CreateApplicationAsync(applicationDescription, TimeoutDefault, CancellationToken.None);

        /// <summary>Creates an application with its default services. When the task ends, they serve.</summary>
        /// <exception cref="ArgumentException">The description lacks a name.</exception>
        /// <exception cref="FabricElementAlreadyExistsException">There is an application of this name.</exception>
        /// <exception cref="FabricElementNotFoundException">There is no such type.</exception>
        /// <exception cref="FabricException">A parameter is wrong (ImageBuilderValidationError).</exception>
        /// <exception cref="TimeoutException">It did not get ready in time; it goes on trying.</exception>
        public Task CreateApplicationAsync(
            ApplicationDescription applicationDescription, TimeSpan timeout, CancellationToken cancellationToken)
        {
            ArgumentNullException.ThrowIfNull(applicationDescription);
            ArgumentNullException.ThrowIfNull(applicationDescription.ApplicationName,
                "applicationDescription.ApplicationName");
            var parameters = applicationDescription.ApplicationParameters;
            return _gateway.CreateApplicationAsync(new()
            {
                Name = applicationDescription.ApplicationName.ToString(),
                TypeName = applicationDescription.ApplicationTypeName ?? "",
                TypeVersion = applicationDescription.ApplicationTypeVersion ?? "",
                Parameters = parameters.AllKeys.ToDictionary(k => k, k => parameters[k]),
                TimeoutSeconds = Math.Clamp(timeout.TotalSeconds, 1, WaitSecondsMax),
            }, timeout, cancellationToken);
        }

        public Task DeleteApplicationAsync(DeleteApplicationDescription deleteApplicationDescription) =>
            DeleteApplicationAsync(deleteApplicationDescription, TimeoutDefault, CancellationToken.None);

        /// <summary>Deletes an application with its state. When the task ends, its processes are gone.</summary>
        /// <exception cref="FabricElementNotFoundException">There is no such application.</exception>
        public Task DeleteApplicationAsync(DeleteApplicationDescription deleteApplicationDescription,
            TimeSpan timeout, CancellationToken cancellationToken)
        {
            ArgumentNullException.ThrowIfNull(deleteApplicationDescription);
            return _gateway.DeleteApplicationAsync(
                deleteApplicationDescription.ApplicationName.ToString(), timeout, cancellationToken);
        }

        private static void Check(string imageStore)
        {
            if (imageStore != ImageStore)
            {
                throw new ArgumentException($"The image store is '{imageStore}'. Allowed: {ImageStore}.",
                    "imageStoreConnectionString");
            }
        }

        // Service Fabric's methods block, too.
        private static void Wait(Func<Task> work) => Blocking.Wait(Task.Run(work));
    }
}
